import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Names the files of the first route in the page, so that they load beside the entry and not after it.
 * @param name name of the chunk that holds the route.
 * @param apart names of the chunks that are run before the entry, in this order, each as soon as it is there: as
 * scripts that are deferred like the entry, and not async, for otherwise the entry often runs them within its task.
 */
export function firstRoute(name: string, apart: readonly string[]): Plugin {
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
              // After the shell's own, as the cascade wants it.
              injectTo: 'head',
            }),
          ),
        ];
      },
    },
  };
}
