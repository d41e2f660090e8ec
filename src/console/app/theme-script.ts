import type { Plugin } from 'vite';

const FILE = 'theme.js';

/**
 * Restores the stored theme before the first paint. It is a file of its own, since the page allows no inline
 * script, and it blocks, since a module would come after the paint.
 */
const SOURCE = `try {
  if (localStorage.getItem('penstock.theme') === 'light') document.documentElement.dataset.theme = 'light';
} catch {}
`;

/** Puts `theme.js` in the bundle and in the page. */
export function themeScript(): Plugin {
  return {
    name: 'penstock-theme-script',
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
