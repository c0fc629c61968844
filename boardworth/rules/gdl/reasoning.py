"""Which reasoner plays a rule sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.rules.gdl.checks import require_sound
from boardworth.rules.gdl.grounding import TooCostly, ground
from boardworth.rules.gdl.interpreted import InterpretedReasoner
from boardworth.rules.gdl.networked import NetworkReasoner

if TYPE_CHECKING:
    from boardworth.rules.gdl.grounding import GroundingLimits
    from boardworth.rules.gdl.reasoner import Reasoner
    from boardworth.rules.gdl.terms import RuleSheet


def reasoner_for(sheet: RuleSheet, limits: GroundingLimits | None = None) -> Reasoner:
    """The fastest reasoner that can play a sheet. Raises RulesError for an unsound sheet.

    That is the network, unless the sheet cannot be grounded within the limits.
    """
    require_sound(sheet)
    try:
        return NetworkReasoner(sheet, ground(sheet, limits))
    except TooCostly:
        return InterpretedReasoner(sheet)
