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

function ImportTextDialogShown({ found, isBusy }: { found: readonly string[]; isBusy?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="upload" onClick={() => setOpen(true)}>
        Import
      </Button>
      {isOpen && (
        <ImportTextDialog
          title="Import pipelines"
          message="What it would do is shown before anything is changed."
          label="Definition as YAML"
          accept=".yaml,.yml"
          actionLabel="Show the plan"
          initialText="format: penstock/v2"
          found={found}
          isBusy={isBusy ?? false}
          onImport={() => []}
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
      name: 'looks at the text',
      render: () => <ImportTextDialogShown found={[]} isBusy />,
    },
    {
      name: 'faults found later',
      render: () => (
        <ImportTextDialogShown
          found={[
            "line 12, column 9 (pipelines.0.graph.1.to.0): There is no transform or destination 'Archive'",
          ]}
        />
      ),
    },
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
