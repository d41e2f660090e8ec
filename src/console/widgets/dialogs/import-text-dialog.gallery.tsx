import { useState } from 'react';
import { Button } from '../actions/button.tsx';
import type { GalleryPage } from '../gallery.ts';
import { ImportTextDialog } from './import-text-dialog.tsx';

function Opened({ problems }: { problems: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="upload" onClick={() => setOpen(true)}>
        Import
      </Button>
      {isOpen && (
        <ImportTextDialog
          title="Import a key map"
          message="It takes the place of your own keys. With one fault in it, nothing is changed."
          label="Key map as JSON"
          accept=".json"
          onImport={() => problems}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export default {
  title: 'Import text dialog',
  states: [
    { name: 'takes the text', render: () => <Opened problems={[]} /> },
    {
      name: 'tells every fault',
      render: () => (
        <Opened
          problems={Array.from({ length: 12 }, (_, index) => `command.${index}: there is no such command`)}
        />
      ),
    },
  ],
} satisfies GalleryPage;
