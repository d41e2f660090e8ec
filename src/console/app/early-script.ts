import type { Plugin } from 'vite';

const FILE = 'early.js';

/**
 * What cannot wait for the code of the console: the stored theme before the first paint, and the keys that are
 * pressed before anything hears them (`actors/keys-ahead.ts` takes them over). It is a file of its own, since the
 * page allows no inline script, and it blocks, since a module would come after the paint.
 */
const SOURCE = `try {
  if (localStorage.getItem('penstock.theme') === 'light') document.documentElement.dataset.theme = 'light';
} catch {}
{
  const keys = [];
  const hear = (event) => keys.push(event) > 20 && keys.shift();
  addEventListener('keydown', hear);
  window.takeEarlyKeys = () => (removeEventListener('keydown', hear), keys.splice(0));
}
`;

/** Puts `early.js` in the bundle and in the page. */
export function earlyScript(): Plugin {
  return {
    name: 'penstock-early-script',
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${FILE}` }, injectTo: 'head-prepend' }],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: SOURCE });
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(SOURCE);
      });
    },
  };
}
