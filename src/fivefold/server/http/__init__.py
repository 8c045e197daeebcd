"""The HTTP API and the WebSocket: strict parsing, routes, responses, errors."""
