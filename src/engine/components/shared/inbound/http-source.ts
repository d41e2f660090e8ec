import type { RunningSource, SourceContext } from '../../types.ts';
import { isSameListener } from './changes.ts';
import { HttpListener, type HttpListenerConfig, type RequestHandler } from './http-listener.ts';

/** What answers requests under one configuration. */
export type RequestService = { readonly answer: RequestHandler };

/**
 * Runs a source that is one listener for requests. Under another configuration that listens at the same place,
 * `serve` makes the service anew from the former one, and connections stay open. Throws ComponentError.
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
    stop: () => listener.stop(),
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
