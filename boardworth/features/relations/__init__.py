"""Relations of kings and pieces: material, and conjunctions of a king with one or two pieces."""

from boardworth.features.relations.conditions import Conditions
from boardworth.features.relations.leaves import RelationLeaves
from boardworth.features.relations.relations import Relations
from boardworth.features.relations.shape import KINDS, PAPERS_KINDS, relation_shape

__all__ = ["KINDS", "PAPERS_KINDS", "Conditions", "RelationLeaves", "Relations", "relation_shape"]
