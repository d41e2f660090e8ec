import type { RunningSource, SourceContext } from '../../types.ts';
import { isSameListener } from './changes.ts';
import { HttpListener, type HttpListenerConfig, type RequestHandler } from './http-listener.ts';

export type RequestService = { readonly answer: RequestHandler; close?(): void };

/**
 * Runs a source with one HTTP listener. An update at the same address derives a new service from the previous
 * one and keeps connections open.
 * @throws ComponentError
 */
export async function runHttpSource<C extends HttpListenerConfig, S extends RequestService>(
  config: C,
  context: SourceContext,
  read: (config: Record<string, unknown>) => C,
  serve: (config: C, former?: S) => S,
): Promise<RunningSource> {
  let current = config;
  let service = serve(config);
  const listener = new HttpListener(config, context, (request, response) =>
    service.answer(request, response),
  );
  await listener.listen(config);
  return {
    async stop() {
      await listener.stop();
      service.close?.();
    },
    async update(changed) {
      const next = read(changed);
      if (!isSameListener(current, next, [])) return false;
      listener.update(next);
      service = serve(next, service);
      current = next;
      return true;
    },
  };
}
