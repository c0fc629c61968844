"""Which machine plays a rule sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardworth.rules.gdl.check.playable import playable
from boardworth.rules.gdl.ground.grounding import GroundingLimits, TooCostly, ground
from boardworth.rules.gdl.interpreted_machine import InterpretedMachine
from boardworth.rules.gdl.propnet_machine import PropnetMachine

if TYPE_CHECKING:
    from boardworth.rules.gdl.state_machine import StateMachine
    from boardworth.rules.gdl.syntax.terms import RuleSheet


def machine_for(sheet: RuleSheet, limits: GroundingLimits | None = None) -> StateMachine:
    """The fastest machine that can play a sheet. Raises RulesError if nothing can.

    That is the propnet, unless the sheet cannot be grounded within the limits. Faulty rules are
    left out.
    """
    sheet = playable(sheet)
    try:
        return PropnetMachine(sheet, ground(sheet, limits))
    except TooCostly:
        return InterpretedMachine(sheet)
