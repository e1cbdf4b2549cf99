"""Certificates changed at random, for naive_check_test.py. Most are no proofs any more, some still are."""
import copy
import json

import naive_check


class Forger:
    """Part of a test that has `rng`, the certificates `good`, the positions `pool` and `solvent_check`. A mutation
    changes a certificate, or returns what to take instead."""

    def put(self, mutant, claim):
        """Where its layer has it in order, which only solvent-check knows."""
        claims = mutant["claims"]
        order = lambda c: (c["claimant"] == "Min", c["layer"])
        low = sum(order(c) < order(claim) for c in claims)
        high = sum(order(c) <= order(claim) for c in claims)
        while True:
            middle = (low + high) // 2
            mutant["claims"] = claims[:middle] + [claim] + claims[middle:]
            if low == high:
                return
            reason = self.solvent_check(mutant)[1]
            if "not in order" not in reason:
                return
            if f"position {claim['position']}: " in reason:
                high = middle
            else:
                low = middle + 1

    def take(self, mutant):
        return mutant["claims"].pop(self.rng.randrange(len(mutant["claims"]))) if mutant["claims"] else None

    def other_position(self, mutant):
        return self.rng.choice(self.pool[mutant["game"], mutant["outcomes"]])

    def drop(self, mutant):
        self.take(mutant)

    def rules_of(self, mutant, claim):
        """Those of its game, or of relaxed positions."""
        rules = naive_check.make_game(mutant["game"], mutant["outcomes"])
        return naive_check.Relaxed(rules, naive_check.SIDES.index(claim["claimant"])) if " " in claim["position"] and (
            isinstance(rules, naive_check.Stones)) else rules

    def change_move(self, mutant):
        with_move = [claim for claim in mutant["claims"] if "move" in claim]
        if with_move:
            claim = self.rng.choice(with_move)
            rules = self.rules_of(mutant, claim)
            names = [name for name, _ in rules.moves(rules.parse(claim["position"]))]
            claim["move"] = self.rng.choice(names)

    def odd_move(self, mutant):
        if mutant["claims"]:
            claim = self.rng.choice(mutant["claims"])
            claim["move"] = self.rng.choice(["", "a1", "1", "none", "pass", "A", "s1"])

    def remove_move(self, mutant):
        if mutant["claims"]:
            self.rng.choice(mutant["claims"]).pop("move", None)

    def change_layer(self, mutant):
        claim = self.take(mutant)
        if claim:
            claim["layer"] = max(0, claim["layer"] + self.rng.choice([-2, -1, -1, 1, 1, 2]))
            self.put(mutant, claim)

    def change_claimant(self, mutant):
        claim = self.take(mutant)
        if claim:
            claim["claimant"] = "Min" if claim["claimant"] == "Max" else "Max"
            self.put(mutant, claim)

    def change_position(self, mutant):
        claim = self.take(mutant)
        if claim:
            claim["position"] = self.other_position(mutant)
            self.put(mutant, claim)

    def add(self, mutant):
        if mutant["claims"]:
            claim = copy.deepcopy(self.rng.choice(mutant["claims"]))
            claim["position"] = self.other_position(mutant)
            claim["layer"] += self.rng.choice([0, 0, 1])
            self.put(mutant, claim)

    def claim_twice(self, mutant):
        if mutant["claims"]:
            claim = copy.deepcopy(self.rng.choice(mutant["claims"]))
            claim["layer"] = max(0, claim["layer"] + self.rng.choice([-1, 0, 1, 1, 2]))
            self.put(mutant, claim)

    def from_another_proof(self, mutant):
        alike = [made for made in self.good if made["claims"] and made["game"] == mutant["game"]
                 and made["outcomes"] == mutant["outcomes"]]
        if alike:
            self.put(mutant, copy.deepcopy(self.rng.choice(self.rng.choice(alike)["claims"])))

    def insert_layer(self, mutant):
        layer = self.rng.randrange(4)
        for claim in mutant["claims"]:
            claim["layer"] += claim["layer"] > layer

    def merge_layers(self, mutant):
        layer = self.rng.randrange(4)
        moved = [claim for claim in mutant["claims"] if claim["layer"] == layer + 1]
        if len(moved) < 5:
            mutant["claims"] = [claim for claim in mutant["claims"] if claim["layer"] != layer + 1]
            for claim in mutant["claims"]:
                claim["layer"] -= claim["layer"] > layer
            for claim in moved:
                claim["layer"] = layer
                self.put(mutant, claim)

    def change_value(self, mutant):
        name = self.rng.choice([name for name in ("at-least", "at-most") if name in mutant] or ["at-least"])
        mutant[name] = mutant.get(name, 0) + self.rng.choice([-2, -1, 1, 2, 1000])
        mutant["claims"] = mutant.pop("claims")

    def drop_statement(self, mutant):
        mutant.pop(self.rng.choice(["at-least", "at-most"]), None)

    def drop_half(self, mutant):  # often a proof of the other statement
        name, side = self.rng.choice([("at-least", True), ("at-most", False)])
        mutant.pop(name, None)
        gone = "Max" if side == (mutant["mover"] in ("X", "South", "Left", "Max")) else "Min"
        mutant["claims"] = [claim for claim in mutant["claims"] if claim["claimant"] != gone]

    def change_root(self, mutant):
        mutant["position"] = self.other_position(mutant)

    def change_mover(self, mutant):
        mutant["mover"] = self.rng.choice(["X", "O", "Max", "Min", "South", "North", "Left", "Right", ""])

    def rest_on_database(self, mutant):
        if mutant["claims"]:
            claims = mutant.pop("claims")
            claim = self.rng.choice(claims)
            for name in ("move", "replies", "searched", "pairs", "region"):
                claim.pop(name, None)
            claim["database"] = self.rng.choice([True, True, True, False])
            mutant["slices"] = [[n, "0123456789abcdef"] for n in range(2, 40) if self.rng.random() < 0.9]
            mutant["claims"] = claims
            if self.rng.random() < 0.7 and claim["database"]:
                mutant["claims"] = self.only_cited(mutant)

    def leave_to_a_search(self, mutant):
        if mutant["claims"]:
            claims = mutant.pop("claims")
            claim = self.rng.choice(claims)
            for name in ("move", "replies", "database", "pairs", "region")[:self.rng.choice([4, 5])]:
                claim.pop(name, None)
            claim["searched"] = True
            mutant.update({"version": 2, "leaf": self.rng.choice([1, 3, 10, 100]), "claims": claims})
            if self.rng.random() < 0.8:
                mutant["claims"] = self.only_cited(mutant)

    def change_leaf(self, mutant):
        claims = mutant.pop("claims")
        mutant.update({"version": 2, "leaf": self.rng.choice([1, 2, 5, 1000])})
        mutant["claims"] = claims

    def cite_replies_or_not(self, mutant):
        mutant["version"] = 2
        for claim in self.rng.sample(mutant["claims"], min(1, len(mutant["claims"]))):
            claim["replies"] = not claim.get("replies", False)

    def change_pairs(self, mutant):
        held = [claim for claim in mutant["claims"] if claim.get("pairs")]
        if not held:
            return
        pairs = self.rng.choice(held)["pairs"]
        pair, other = self.rng.choice(pairs), self.rng.choice(pairs)
        way = self.rng.randrange(4)
        if way == 0:
            pairs.remove(pair)
        elif way == 1:
            pair[0], other[1] = other[1], pair[0]
        elif way == 2:
            pair[0] = self.rng.choice(["a1", "b2", "c3", "b1", other[0]])
        else:
            pairs.append(list(pair))

    def change_region(self, mutant):
        """Its cells, the stones elsewhere, who moves, what it is for, whether it is there; or the line of the header."""
        about = [claim for claim in mutant["claims"] if claim["position"].count(" ") == 2 and mutant.get("regions")]
        named = [claim for claim in about if "region" in claim]
        if not about:
            return
        way, claim = self.rng.randrange(8), self.rng.choice(named or about)
        cells, w, side = claim.get("region", claim["position"]).split(" ")
        if way < 3:
            for _ in range(self.rng.choice([1, 1, 2, 5])):
                at = self.rng.choice([k for k, c in enumerate(cells) if c in "XO.-"])
                cells = cells[:at] + self.rng.choice("XO.-") + cells[at + 1:]
        elif way == 3:
            w = str(int(w) + self.rng.choice([-1, 1]))
        elif way == 4:
            side = "XO"[side == "X"]
        elif way == 5:
            cells, w, side = self.rng.choice(about)["position"].split(" ")
        elif way == 6:
            claim.pop(self.rng.choice(["replies", "searched", "region"]), None)
            return
        else:
            mutant["regions"] = False
            return
        claim["region"] = f"{cells} {w} {side}"

    def only_cited(self, mutant):
        """Without the claims that nothing cites, in layers without gaps."""
        kept = []
        for side, name in (("Max", "at-least"), ("Min", "at-most")):
            if mutant["mover"] not in ("X", "South", "Left", "Max"):
                name = "at-most" if name == "at-least" else "at-least"
            one = {key: value for key, value in mutant.items() if key not in ("at-least", "at-most")}
            one.update({name: mutant[name]} if name in mutant else {})
            one["claims"] = [dict(claim) for claim in mutant["claims"] if claim["claimant"] == side]
            try:
                naive_check.understand(one)
            except (naive_check.Refused, naive_check.Unreadable):
                pass  # there are such claims
            cited = [claim for claim in one["claims"] if claim.get("reached")]
            layers = sorted({claim["layer"] for claim in cited})
            for claim in cited:
                claim["layer"] = layers.index(claim["layer"])
                kept.append({name: value for name, value in claim.items() if name in naive_check.CLAIM})
        return kept

    def odd_field(self, mutant):
        claim = self.rng.choice(mutant["claims"]) if mutant["claims"] else mutant
        name, value = self.rng.choice([
            ("layer", 1.0), ("layer", "0"), ("layer", -1), ("layer", True), ("move", 1), ("move", None),
            ("database", 1), ("database", False), ("position", "nowhere"), ("claimant", "max"),
            ("searched", True), ("replies", True), ("pairs", []), ("reached", True), ("state", "0"), ("region", "."),
            ("region", True), ("around", "0")])
        claim[name] = value

    def odd_header(self, mutant):
        name, value = self.rng.choice([
            ("rules", "0123"), ("format", "proof"), ("version", 3), ("version", "1"), ("mover", 1), ("at-least", 0.5),
            ("at-most", "0"), ("slices", []), ("slices", [[1]]), ("slices", {}), ("more", 1), ("leaf", 5),
            ("regions", 1), ("regions", True)])
        claims = mutant.pop("claims")
        mutant[name] = value
        if self.rng.random() < 0.9:
            mutant["claims"] = claims
        else:
            mutant.update({"claims": claims, "last": 0})

    def damage(self, mutant):
        text = json.dumps(mutant, indent=1)
        at = self.rng.randrange(len(text))
        if self.rng.random() < 0.3:
            return text[:at]
        marks = [k for k, c in enumerate(text) if c in '{}[]:,"']
        at = self.rng.choice(marks)
        return text[:at] + text[at + 1:]


MUTATIONS = [getattr(Forger, name) for name in (
    "drop change_move change_move odd_move remove_move change_layer change_layer change_layer change_claimant "
    "change_position add add claim_twice claim_twice from_another_proof insert_layer merge_layers change_value "
    "change_value drop_statement drop_half change_root change_mover rest_on_database rest_on_database "
    "leave_to_a_search leave_to_a_search change_leaf cite_replies_or_not change_pairs change_pairs change_region "
    "change_region change_region odd_field "
    "odd_header damage").split()]

UNREADABLE = (Forger.odd_field, Forger.odd_header, Forger.damage)
