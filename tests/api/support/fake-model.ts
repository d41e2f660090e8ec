import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the service sent with one question. */
export type AskedModel = {
  headers: http.IncomingHttpHeaders;
  path: string;
  body: {
    model: string;
    messages: { role: string; content?: unknown; tool_calls?: unknown }[];
    tools?: { function: { name: string } }[];
  };
};

type Turn = (answer: http.ServerResponse, asked: AskedModel) => void;

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'x',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'fake',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;

const begin = (answer: http.ServerResponse): void => {
  answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
};

/** Words, each in a chunk of its own. */
export const saying =
  (...words: string[]): Turn =>
  (answer) => {
    begin(answer);
    for (const word of words) answer.write(chunk({ content: word }));
    answer.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  };

/** Calls of tools; `args` may be any text. */
export const calling =
  (...calls: { name: string; args: unknown }[]): Turn =>
  (answer) => {
    begin(answer);
    const tool_calls = calls.map(({ name, args }, index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    }));
    answer.write(chunk({ tool_calls }));
    answer.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`);
  };

/** Says the words, then breaks the connection. */
export const dying =
  (...words: string[]): Turn =>
  (answer) => {
    begin(answer);
    for (const word of words) answer.write(chunk({ content: word }));
    setImmediate(() => answer.destroy());
  };

/** Says the words, then nothing more; the connection stays open. */
export const stalling =
  (...words: string[]): Turn =>
  (answer) => {
    begin(answer);
    answer.write(': wait\n\n');
    for (const word of words) answer.write(chunk({ content: word }));
  };

export const refusing =
  (status: number, headers: Record<string, string> = {}): Turn =>
  (answer, { headers: { authorization } }) => {
    answer.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    answer.end(JSON.stringify({ error: { message: `no: ${authorization}` } }));
  };

/** Sends text for as long as somebody reads, up to 10 MiB. */
export const flooding = (): Turn => (answer) => {
  begin(answer);
  const part = chunk({ content: 'x'.repeat(65_000) });
  let left = 160;
  const write = (): void => {
    while (left-- > 0) if (!answer.write(part)) return void answer.once('drain', write);
    answer.end();
  };
  answer.on('error', () => {});
  write();
};

/** An OpenAI-compatible endpoint that answers as it is told, one turn a question; the last one repeats. */
export async function startFakeModel(...turns: Turn[]) {
  const asked: AskedModel[] = [];
  let script = turns;
  let closed = 0;
  const server = http.createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one = {
      headers: request.headers,
      path: request.url ?? '',
      body: JSON.parse(Buffer.concat(parts).toString('utf8') || '{}'),
    };
    asked.push(one);
    answer.once('close', () => {
      if (!answer.writableFinished) closed += 1;
    });
    const turn = script.length > 1 ? script.shift() : script[0];
    turn?.(answer, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    address: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    answer: (...next: Turn[]) => {
      script = next;
    },
    /** Answers that somebody left before their end. */
    leftCount: () => closed,
  };
}
export type FakeModel = Awaited<ReturnType<typeof startFakeModel>>;
