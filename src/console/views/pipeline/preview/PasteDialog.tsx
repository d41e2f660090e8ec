import { SAMPLE_MAX_BYTES } from '../../../../contract/entities/sample.ts';
import { ImportTextDialog } from '../../../components/widgets/dialogs/import-text-dialog.tsx';
import { notify } from '../../../state/toasts.ts';
import { readEventLines } from './event-lines.ts';
import { usePreviewOnScreen } from './preview-context.ts';

/** One event per line. */
export default function PasteDialog() {
  const { send, closeDialog, reveal } = usePreviewOnScreen();
  return (
    <ImportTextDialog
      title="Paste or upload events"
      message="One event per line, raw text or JSON. They enter the graph where its source does."
      label="Events"
      accept=".log,.txt,.json,.ndjson,.jsonl,.csv,text/*,application/json"
      maxBytes={SAMPLE_MAX_BYTES}
      onImport={(text, fileName) => {
        const { events, note, fault } = readEventLines(text);
        if (fault !== undefined) return [fault];
        if (note) notify({ status: 'warning', message: note });
        const name = fileName ?? 'Pasted events';
        const origin = fileName === undefined ? 'pasted' : 'file';
        send({ type: 'sample.chosen', sample: { origin, name, events, startComponentId: '' } });
        reveal();
        return [];
      }}
      onClose={closeDialog}
    />
  );
}
