import type { Plugin } from 'vite';

const FILE = 'early.js';

/**
 * Sets the stored theme before the first paint, and records early keys for `commands/keys/keys-ahead.ts`. On
 * a pipeline's URL it already requests the pipeline, in parallel to the code. A file, since the page allows
 * no inline script; blocking, since a module would run after the paint.
 */
export const EARLY_SCRIPT = `try {
  if (localStorage.getItem('penstock.theme') === 'light') document.documentElement.dataset.theme = 'light';
} catch {}
{
  const keys = [];
  const hear = (event) => keys.push(event) > 20 && keys.shift();
  addEventListener('keydown', hear);
  window.takeEarlyKeys = () => (removeEventListener('keydown', hear), keys.splice(0));
  const [, id] = /^\\/pipelines\\/(\\d+)\\/?$/.exec(location.pathname) ?? [];
  const link = document.createElement('link');
  const wanted = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '/v1/pipeline/' + id };
  if (id) document.head.append(Object.assign(link, wanted));
}
`;

export function createEarlyScriptPlugin(): Plugin {
  return {
    name: 'penstock-early-script',
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${FILE}` }, injectTo: 'head-prepend' }],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: EARLY_SCRIPT });
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(EARLY_SCRIPT);
      });
    },
  };
}
