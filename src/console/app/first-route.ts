import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Names the files of the first route in the page, so that they load beside the entry and not after it.
 * @param name name of the chunk that holds the route.
 */
export function firstRoute(name: string): Plugin {
  return {
    name: 'penstock-first-route',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
        if (chunk?.type !== 'chunk') throw new Error(`the build has no chunk named '${name}'`);
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
        return [
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
