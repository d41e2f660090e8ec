import { useState } from 'react';
import type { NewNode } from '../../../../../machines/pipeline-editor/index.ts';
import type { Site } from '../../../../contract/entities/site.ts';
import { takesRequests } from '../../../../contract/managed-site.ts';
import { ConnectionForm } from '../../../components/connection-form/ConnectionForm.tsx';
import { KINDS } from '../../../components/connection-form/kinds.ts';
import { useTemplates } from '../../../components/connection-form/use-templates.ts';
import { ConnectionWindows } from '../../../components/connection-windows/ConnectionWindows.tsx';
import { Dialog } from '../../../components/widgets/dialogs/dialog.tsx';
import { collected } from '../../../state/request-draft.ts';
import { useSite } from '../../../state/sites.ts';
import { notify } from '../../../state/toasts.ts';
import * as css from '../pipeline.css.ts';
import { toPlacedNode } from './additions.ts';

type NewConnectionProps = {
  kind: 'source' | 'sink';
  siteId: Site['id'];
  /** Template to start with; without it the dialog asks. */
  templateId?: string | undefined;
  /** Undefined when canceled or raised by itself. @param inDraft one not stored yet */
  onDone: (id: string | undefined, inDraft?: NewNode) => void;
};

export function NewConnectionDialog({ kind, siteId, templateId, onDone }: NewConnectionProps) {
  const form = kind === 'source' ? 'source' : 'destination';
  const { templates } = useTemplates(form, siteId);
  const isRequest = takesRequests(useSite());
  const [title, setTitle] = useState(KINDS[form].newTitle);
  // One raised at once has no id yet.
  const placeCollected = (id = '') => {
    const made = collected.get().find((one) => one.id === id);
    if (!made) return onDone(undefined);
    const { name, templateId } = made;
    const templateName = templates.find((one) => one.id === templateId)?.name ?? templateId;
    onDone(id, toPlacedNode(kind, { id, name, templateId, templateName }));
  };
  return (
    <Dialog open wide icon={form} title={title} onClose={() => onDone(undefined)}>
      <div className={css.dialogForm}>
        {templates.length > 0 && (
          <ConnectionForm
            kind={form}
            hideHeading
            siteId={siteId}
            templates={templates}
            templateId={templateId}
            notify={notify}
            lead={
              isRequest && (
                <p className={css.note}>
                  Add it to your draft to use it in this pipeline at once: both are raised together. Raised by
                  itself it can be chosen here once that is merged.
                </p>
              )
            }
            onClose={(id) => (isRequest ? placeCollected(id) : onDone(id))}
            onTitle={setTitle}
            onLeave={() => onDone(undefined)}
          />
        )}
      </div>
      <ConnectionWindows />
    </Dialog>
  );
}
