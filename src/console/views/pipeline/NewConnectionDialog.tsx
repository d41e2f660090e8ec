import type { Site } from '../../../contract/entities/site.ts';
import { notify } from '../../actors/toasts.ts';
import { ConnectionForm } from '../../parts/connection-form/ConnectionForm.tsx';
import { useTemplates } from '../../parts/connection-form/use-templates.ts';
import { ConnectionWindows } from '../../parts/connection-windows/ConnectionWindows.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import * as css from './pipeline.css.ts';

type NewConnectionProps = {
  kind: 'source' | 'sink';
  siteId: Site['id'];
  /** Type to begin with; without one it is asked for. */
  templateId?: string | undefined;
  /** The id of what was made; undefined when nothing was. */
  onDone: (id: string | undefined) => void;
};

/** Makes a source or a destination without leaving the graph. */
export function NewConnectionDialog({ kind, siteId, templateId, onDone }: NewConnectionProps) {
  const form = kind === 'source' ? 'source' : 'destination';
  const { templates } = useTemplates(form, siteId);
  return (
    <Dialog
      open
      wide
      icon={form}
      title={form === 'source' ? 'New source' : 'New destination'}
      onClose={() => onDone(undefined)}
    >
      <div className={css.dialogForm}>
        {templates.length > 0 && (
          <ConnectionForm
            kind={form}
            hideHeading
            siteId={siteId}
            templates={templates}
            templateId={templateId}
            notify={notify}
            onClose={onDone}
            onLeave={() => onDone(undefined)}
          />
        )}
      </div>
      <ConnectionWindows />
    </Dialog>
  );
}
