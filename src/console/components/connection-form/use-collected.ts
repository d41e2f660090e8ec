import { useEffect, useRef } from 'react';
import type { EntityFormEvent, FormValues } from '../../../../machines/entity-form/entity-form.machine.ts';
import type { DraftContent } from '../../../contract/entities/changeset.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useStore } from '../../lib/store.ts';
import { collected } from '../../state/request-draft.ts';

type Filled = {
  siteId: string;
  /** The edited one's, or a new one's in the draft. */
  id: string | undefined;
  isNew: boolean;
  read: () => FormValues;
  send: (event: EntityFormEvent) => void;
  onFilled: () => void;
};

function fill({ isNew, read, send }: Filled, { connection }: DraftContent): boolean {
  if (!connection) return false;
  const { name, description = '', templateId = '', config = read().config } = connection;
  if (isNew) send({ type: 'type.chosen', templateId, defaults: config, name });
  else {
    send({ type: 'field.changed', field: 'name', value: name });
    send({ type: 'config.changed', config });
  }
  send({ type: 'field.changed', field: 'description', value: description });
  return true;
}

/** Starts the form with the user's draft change. */
export function useCollected(form: Filled): void {
  const { siteId, id } = form;
  const changes = useStore(collected);
  const found = changes.find((one) => one.id === id && one.change !== 'delete');
  const latest = useRef(form);
  latest.current = form;
  const filled = useRef<string>(undefined);
  const asked = found && `${found.id} ${found.updatedAt}`;
  useEffect(() => {
    if (asked === undefined || id === undefined || filled.current !== undefined) return;
    filled.current = asked;
    const begun = latest.current.read();
    callApi('getChangesetDraftContent', { query: { siteId, draftChangeId: id } }).then(
      ({ data }) => {
        // What was typed meanwhile is newer.
        if (latest.current.read() !== begun) return;
        if (fill(latest.current, data.content)) latest.current.onFilled();
      },
      (error: unknown) => void reportApiError(error, { id: 'getChangesetDraftContent' }),
    );
  }, [asked, id, siteId]);
}
