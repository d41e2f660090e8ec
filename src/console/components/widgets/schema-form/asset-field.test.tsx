import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AssetField, type FileChoice, FileToolsContext } from './asset-field.tsx';

const OWNERS: FileChoice = { name: 'owners.csv', assetType: 'LOOK_UP_DATA', detail: 'host · 3 rows' };

const show = (value: string, files: readonly FileChoice[] | undefined) =>
  render(
    <FileToolsContext value={{ files, upload: () => undefined }}>
      <AssetField label="Table" value={value} onChange={() => undefined} assetTypes={['LOOK_UP_DATA']} />
    </FileToolsContext>,
  );
const field = () => screen.getByRole('combobox', { name: /Table/ });

it('names the chosen file while the files are read', () => {
  show('owners.csv', undefined);
  expect(field()).toHaveTextContent('owners.csv');
  expect(field()).not.toHaveTextContent('missing');
  expect(field()).not.toHaveAttribute('aria-invalid');
});

it('says that files are read, not that there are none', () => {
  show('', undefined);
  expect(field()).toHaveTextContent('Loading files');
});

it('names a file that is gone, and what to do', () => {
  show('gone.csv', [OWNERS]);
  expect(field()).toHaveTextContent('gone.csv (missing)');
  expect(field()).toHaveAccessibleDescription(/is missing: upload it, or choose another one/);
});
