import { useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { AssetField, type FileChoice, type FileTools, FileToolsContext } from './asset-field.tsx';

const FILES: FileChoice[] = [
  { name: 'owners.csv', assetType: 'LOOK_UP_DATA', detail: 'host, owner, port · 1,200 rows' },
  { name: 'networks.csv', assetType: 'LOOK_UP_DATA', detail: 'network, zone · 96 rows' },
];

type ExampleProps = Partial<Pick<FileTools, 'files' | 'uploadRefusal'>> & {
  name?: string;
  error?: string;
  readOnly?: boolean;
};

function Example({ name = '', files, uploadRefusal, error, readOnly = false }: ExampleProps) {
  const [value, setValue] = useState(name);
  const tools: FileTools = { files, uploadRefusal, upload: (_types, taken) => taken('owners.csv') };
  return (
    <FileToolsContext value={tools}>
      <div style={{ maxWidth: 460 }}>
        <AssetField
          label="Table"
          help="An uploaded table in which each event is looked up."
          required
          readOnly={readOnly}
          error={error}
          value={value}
          onChange={setValue}
          assetTypes={['LOOK_UP_DATA']}
        />
      </div>
    </FileToolsContext>
  );
}

export default {
  title: 'File field',
  states: [
    { name: 'chosen', render: () => <Example name="owners.csv" files={FILES} /> },
    { name: 'nothing chosen', render: () => <Example files={FILES} error="Table is required" /> },
    { name: 'missing', render: () => <Example name="gone.csv" files={FILES} /> },
    { name: 'no file yet', render: () => <Example files={[]} /> },
    { name: 'files are read', render: () => <Example name="networks.csv" files={undefined} /> },
    {
      name: 'upload not permitted',
      render: () => (
        <Example name="networks.csv" files={FILES} uploadRefusal="You need WRITE on Sites in site Harbour" />
      ),
    },
    { name: 'read only', render: () => <Example name="owners.csv" files={FILES} readOnly /> },
  ],
} satisfies GalleryPage;
