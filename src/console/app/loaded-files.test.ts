import { expect, test } from 'vitest';
import { createLoadedFiles } from './loaded-files.ts';

const chunk = (fileName: string, imports: string[], style?: string) => ({
  type: 'chunk',
  fileName,
  imports,
  viteMetadata: { importedCss: new Set(style === undefined ? [] : [style]) },
});

test('what a file has loaded, with styles, is not named once more', () => {
  const { plugin, omitLoaded } = createLoadedFiles();
  const chunks = [
    chunk('page.js', ['shared.js']),
    chunk('shared.js', ['base.js'], 'shared.css'),
    chunk('base.js', []),
    chunk('later.js', ['base.js', 'page.js', 'own.js'], 'later.css'),
    chunk('own.js', []),
  ];
  const hook = plugin.generateBundle as unknown as { handler: (options: unknown, bundle: unknown) => void };
  hook.handler({}, Object.fromEntries(chunks.map((one) => [one.fileName, one])));
  const needs = ['later.js', 'base.js', 'shared.js', 'shared.css', 'own.js', 'later.css'];
  expect(omitLoaded(needs, 'page.js')).toEqual(['later.js', 'own.js', 'later.css']);
  expect(omitLoaded(needs, 'base.js')).toEqual(needs.filter((file) => file !== 'base.js'));
});
