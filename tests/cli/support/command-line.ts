import { createAdaptorServer } from '@hono/node-server';
import { main } from '../../../src/cli/main.ts';
import type { TestService } from '../../api/support/service.ts';

export type Ran = { exit: number; out: string; note: string };
export type CommandLine = {
  url: string;
  run(
    args: string[],
    more?: {
      environment?: Record<string, string>;
      input?: string;
      signal?: AbortSignal;
      now?: () => number;
    },
  ): Promise<Ran>;
  close(): Promise<void>;
};

export async function openCommandLine(api: TestService): Promise<CommandLine> {
  const server = createAdaptorServer({ fetch: api.service.app.fetch });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url,
    async run(
      args,
      { environment = {}, input = '', signal = new AbortController().signal, now = Date.now } = {},
    ) {
      let [out, note] = ['', ''];
      const exit = await main(args, {
        environment: { PENSTOCK_URL: url, ...environment },
        write: (text) => {
          out += text;
        },
        note: (text) => {
          note += text;
        },
        readInput: async () => input,
        signal,
        now,
      });
      return { exit, out, note };
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
