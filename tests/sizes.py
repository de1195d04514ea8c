"""How much a test compares: a sample in `make test`, the full number in `make slow`."""

from __future__ import annotations

from typing import Any

import pytest

#: Tests of ten seconds and more whose kinds of check have cheaper siblings: they run in `make slow`. Mostly it is
#: compiling that takes long, of kernels that few others use.
LONG = (
    "arena/plan/test_openings.py::test_balanced_openings_are_no_worse_than_most_and_never_proven",
    "arena/run/test_faults.py::test_a_full_disk_stops_with_one_line_and_resuming_finishes",
    "arena/run/test_timing.py::test_equal_depth_is_the_same_run_every_time_but_for_the_clock",
    "arena/run/test_timing.py::test_the_table_at_equal_depth_is_what_its_games_come_to",
    "cli/play/test_play.py::test_a_game_of_ones_own_without_a_board",
    "cli/tables/test_grade.py::test_grades_for_people_and_programs",
    "cli/tournaments/test_archive.py::test_games_of_a_person_s_own_game_are_found",
    "games/wumpus/test_engine.py::test_a_win_that_comes_too_late_is_a_draw_and_the_table_keeps_them_apart",
    "learn/games/test_chunks.py::test_a_cluster_plays_the_same_games",
    "learn/test_learning.py::test_the_same_seed_gives_the_same_files_also_after_an_interruption",
    "search/engine/test_probing.py::test_a_damaged_table_is_no_table",
    "search/engine/test_promise.py::test_pawns_equal_minimax[pawns:10x10",
    "search/engine/test_proofs.py::test_a_distance_is_claimed_only_if_no_nearer_win_was_passed_over",
    "search/engine/test_proofs.py::test_a_line_is_worth_what_the_position_after_its_move_is[roundabout]",
    "search/engine/test_table.py::test_two_entries_of_one_position_agree[pawns:9x4",
    "solve/proofs/test_search.py::test_limits_and_refusals",
    "solve/simultaneous/test_search.py::test_deep_search_is_the_exact_solution_on_2000_states[True]",
    "solve/tables/builder/indexed/test_sweep.py::test_outside_the_index_nothing_is_known",
    "web/edit/test_browser.py::test_typing_changes_the_value",
    "web/play/test_browser.py::test_a_game_at_a_level",
    "web/play/test_browser.py::test_against_the_computer_with_a_clock",
    "web/tables/test_browser.py::test_marks_on_squares_and_marked_mistakes_by_mouse",
    "web/tables/test_tables.py::test_a_game_that_is_played_is_solved_in_the_background",
    "web/test_page_routes.py::test_a_page_fits_a_phone_and_names_its_parts[interface]",
    "web/tournaments/test_browser.py::test_a_replay_on_a_phone_tells_values_for_the_first_side",
    "web/tournaments/test_tournaments.py::test_killing_the_server_leaves_no_child",
)


def is_long(node: str) -> bool:
    """Whether a test is one of those, by its id as pytest writes it."""
    return node.removeprefix("tests/").startswith(LONG)


def slow(*values: Any) -> Any:
    """A case of a parametrised test that has cheaper siblings: it runs in `make slow`."""
    return pytest.param(*values, marks=pytest.mark.slow)


def sample_and_all(sample: int, full: int) -> Any:
    """Parametrises `count`."""
    return pytest.mark.parametrize("count", [sample, pytest.param(full, marks=pytest.mark.slow)])
