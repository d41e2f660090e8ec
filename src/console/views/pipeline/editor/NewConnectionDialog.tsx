import { useState } from 'react';
import type { Site } from '../../../../contract/entities/site.ts';
import { hasOwnRepository } from '../../../../contract/managed-site.ts';
import { ConnectionForm } from '../../../components/connection-form/ConnectionForm.tsx';
import { KINDS } from '../../../components/connection-form/kinds.ts';
import { useTemplates } from '../../../components/connection-form/use-templates.ts';
import { ConnectionWindows } from '../../../components/connection-windows/ConnectionWindows.tsx';
import { Dialog } from '../../../components/widgets/dialogs/dialog.tsx';
import { useSite } from '../../../state/sites.ts';
import { notify } from '../../../state/toasts.ts';
import * as css from '../pipeline.css.ts';

type NewConnectionProps = {
  kind: 'source' | 'sink';
  siteId: Site['id'];
  /** Template to start with; without it the dialog asks. */
  templateId?: string | undefined;
  /** Undefined when canceled. */
  onDone: (id: string | undefined) => void;
};

export function NewConnectionDialog({ kind, siteId, templateId, onDone }: NewConnectionProps) {
  const form = kind === 'source' ? 'source' : 'destination';
  const { templates } = useTemplates(form, siteId);
  // A requested one is not there before the merge.
  const isRequest = hasOwnRepository(useSite());
  const [title, setTitle] = useState(KINDS[form].newTitle);
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
                  It comes by a pull request of its own, and can be chosen here once that is merged.
                </p>
              )
            }
            onClose={(id) => onDone(isRequest ? undefined : id)}
            onTitle={setTitle}
            onLeave={() => onDone(undefined)}
          />
        )}
      </div>
      <ConnectionWindows />
    </Dialog>
  );
}
