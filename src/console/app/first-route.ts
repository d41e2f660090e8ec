import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Loads the first route's files in parallel with the entry.
 * @param name chunk of the route
 * @param apart chunks to run before the entry, in this order. Deferred, since the entry often runs async ones
 * within its own task.
 */
export function createFirstRoutePlugin(name: string, apart: readonly string[]): Plugin {
  return {
    name: 'penstock-first-route',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunkNamed = (wanted: string) => {
          const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === wanted);
          if (chunk?.type !== 'chunk') throw new Error(`the build has no chunk named '${wanted}'`);
          return chunk;
        };
        const chunk = chunkNamed(name);
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
        return [
          ...apart.map(
            (part): HtmlTagDescriptor => ({
              tag: 'script',
              attrs: { type: 'module', crossorigin: true, src: `/${chunkNamed(part).fileName}` },
              injectTo: 'head-prepend',
            }),
          ),
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` },
            injectTo: 'head',
          },
          ...styles.map(
            (file): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
              // After the shell's styles, for the cascade.
              injectTo: 'head',
            }),
          ),
        ];
      },
    },
  };
}
