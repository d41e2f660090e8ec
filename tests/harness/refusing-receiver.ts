import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RefusingReceiver = {
  readonly url: string;
  /** Bodies it accepted. */
  readonly accepted: string[];
  /** From now on it accepts everything. */
  mend(): void;
  close(): Promise<void>;
};

/** A receiver of HTTP that permanently refuses (400) every body with the word. */
export async function startRefusingReceiver(word: string): Promise<RefusingReceiver> {
  let isMended = false;
  const accepted: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const isRefused = !isMended && body.includes(word);
    if (!isRefused) accepted.push(body);
    response.writeHead(isRefused ? 400 : 200).end(isRefused ? 'refused' : 'taken');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    accepted,
    mend: () => {
      isMended = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
