"""Plays against a server: creates a match, plays random moves, and prints the result.

python examples/play_over_http.py http://127.0.0.1:8000 othello "level(2)"
"""

import json
import random
import sys
import uuid
from urllib.request import Request, urlopen


def ask(address, body=None, secret=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, headers)) as answer:
        return json.load(answer)


def main(server="http://127.0.0.1:8000", game="othello", opponent="level(2)"):
    made = ask(f"{server}/api/matches", {"game": game, "first": "me", "second": opponent})
    match, secret = f"{server}/api/matches/{made['match']['id']}", made["secret"]
    print(f"{server}/game/{made['match']['id']}")
    with urlopen(f"{match}/events") as stream:  # server-sent events
        for line in stream:
            frame = json.loads(line[6:] if line.startswith(b"data: ") else '{"type": null}')
            if frame["type"] == "event" and frame["event"]["kind"] == "ended":
                print(frame["event"]["reason"]["text"])
                break
            view = frame.get("view") or frame.get("match", {}).get("view")
            if view and view["to_move"] == "X" and view["legal"] != ["--"]:  # passes are automatic
                move = random.choice(view["legal"])
                body = {"id": str(uuid.uuid4()), "version": frame["version"], "move": move}
                ask(f"{match}/move", body, secret)


if __name__ == "__main__":
    main(*sys.argv[1:])
