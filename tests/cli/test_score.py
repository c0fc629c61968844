"""boardworth score: what it leaves out."""

from boardworth.cli.app import run


def test_score_leaves_out_images_of_what_was_learned_from(
    tmp_path, capsys, othello_model_file, monkeypatch
):
    """The second file has the first game of the other one, mirrored in the long diagonal."""
    (tmp_path / "a.txt").write_text("f5d6c3d3c4 +4\nf5f6e6f4 +0\n")
    (tmp_path / "b.txt").write_text("e6f4c3c4d3 +4\n")
    monkeypatch.chdir(tmp_path)
    arguments = ["score", str(othello_model_file), "a.txt", "--exact", "0", "--without", "b.txt"]
    assert run(arguments) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "on 2 positions" in shown
    assert "7 left out, as met in the records of --without" in shown
