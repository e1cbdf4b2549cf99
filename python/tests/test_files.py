import pytest
import solvent


def test_tables(tmp_path):
    game = solvent.game("awari")
    heard = []
    assert solvent.build_table(game, tmp_path, slice=5, progress=heard.append)
    slices = solvent.table_slices(game, tmp_path)
    assert [s["slice"] for s in slices] == list(range(6))
    for s in slices:
        assert s["won"] + s["even"] + s["lost"] == s["positions"] == sum(s["histogram"].values())
    assert solvent.verify_table(game, tmp_path)
    position = game.parse("0 2 0 0 0 1|0 0 0 1 1 0 S20 N23 S")
    found = solvent.query_table(position, tmp_path)
    answer = solvent.solve(position, endgame=tmp_path, moves=True)
    assert found["value"] == answer.value == position.value()
    assert found["moves"] == {m.move: m.value for m in answer.moves}
    with pytest.raises(ValueError, match="goes up to 5"):
        solvent.query_table(game.start, tmp_path)
    with pytest.raises(ValueError, match="only for"):
        solvent.build_table(solvent.game("connect4"), tmp_path)


def test_certificates(tmp_path):
    file = tmp_path / "c4.proof"
    answer = solvent.solve(solvent.game("connect4", "4x4"), proof=file)
    assert answer.proof["written"] and answer.proof["claims"] > 0
    verdict = solvent.check(file)
    assert verdict["verdict"] == "verified" and verdict["game"] == "connect4:4x4"
    assert verdict["at-least"] == verdict["at-most"] == answer.value
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0x40
    file.write_bytes(data)
    damaged = solvent.check(file)
    assert damaged["verdict"] in ("refused", "unreadable") and damaged["reason"]
    file.write_text("no certificate")
    assert solvent.check(file)["verdict"] == "unreadable"
    with pytest.raises(FileNotFoundError):
        solvent.check(tmp_path / "none")
    assert solvent.solve(solvent.game("mnk:3,3,3"), certify=True).proof["checked"]


def test_certificates_that_rest_on_a_database(tmp_path):
    game = solvent.game("awari")
    solvent.build_table(game, tmp_path, slice=4)
    position = game.parse("0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S")
    file = tmp_path / "awari.proof"
    answer = solvent.solve(position, endgame=tmp_path, proof=file, certify=True, leaf=0)
    assert answer.proof["checked"] and answer.proof["relative"]
    verdict = solvent.check(file)
    assert verdict["verdict"] == "relative" and verdict["relative"]
    assert verdict["rests_on"] and "of the endgame database (checksum " in verdict["rests_on"][0]
    again = solvent.check(file, database=tmp_path)
    assert again["verdict"] == "verified" and again["rests_on"] == []


def test_stores(tmp_path):
    position = solvent.game("connect4", "5x4").start
    first = solvent.solve(position, store=tmp_path)
    assert first.store["kept"] > 0
    again = solvent.solve(position, store=tmp_path)
    assert again.value == first.value and again.as_dict()["from_store"]
    (game,) = solvent.store_statistics(tmp_path)["games"]
    assert game["game"] == "connect4:5x4" and game["readable"]
    stored = solvent.stored_positions(tmp_path, "connect4:5x4")
    assert len(stored) == game["entries"]
    assert solvent.verify_store(tmp_path, sample=3)["good"]
    assert solvent.prune_store(tmp_path, game="connect4:5x4") == game["entries"]
    assert solvent.stored_positions(tmp_path) == []


def test_checkpoints(tmp_path):
    file = tmp_path / "run.checkpoint"
    position = solvent.game("connect4", "5x5").start
    whole = solvent.solve(position, threads=1)
    half = whole.counts["created"] // 2
    part = solvent.solve(position, checkpoint=file, nodes=half, threads=1)
    assert part.status == "node-limit"
    with pytest.raises(ValueError, match="resume=True"):
        solvent.solve(position, checkpoint=file)
    rest = solvent.solve(position, checkpoint=file, resume=True, threads=1)
    assert rest.resumed and rest.value == whole.value
    assert rest.counts["created"] == whole.counts["created"]
