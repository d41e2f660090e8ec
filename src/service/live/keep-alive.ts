import type { WebSocket } from 'ws';

const PING_MS = 20_000;

export function keepAlive(raw: WebSocket): () => void {
  let answered = true;
  raw.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return raw.terminate();
    answered = false;
    raw.ping();
  }, PING_MS);
  timer.unref();
  return () => clearInterval(timer);
}
