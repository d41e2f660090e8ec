import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { paths } from '../../lib/paths.ts';
import { KINDS } from '../connection-form/kinds.ts';
import { Button } from '../widgets/actions/button.tsx';
import { Dialog } from '../widgets/dialogs/dialog.tsx';
import type { InUse } from './connection-window.ts';
import * as css from './connection-windows.css.ts';

function describeWayOut(noun: string, users: InUse['users']): string {
  const isMore = users.length > 1;
  if (users.some(({ kind }) => kind === 'source'))
    return `It holds the archive of ${isMore ? 'these sources: disable archival of each' : 'this source: disable its archival'} first.`;
  return `Take the ${noun} out of ${isMore ? 'these pipelines' : 'this pipeline'} first, or delete ${isMore ? 'them' : 'it'}.`;
}

export default function InUseDialog({ of, onClose }: { of: InUse; onClose: () => void }) {
  const noun = KINDS[of.kind].noun.toLowerCase();
  const isArchive = of.users.some(({ kind }) => kind === 'source');
  return (
    <Dialog
      open
      tone="warn"
      title={`${of.name} is in use`}
      message={`It was not deleted. ${describeWayOut(noun, of.users)}`}
      onClose={onClose}
      footer={
        <Button variant="ghost" keys="Escape" onClick={onClose}>
          Close
        </Button>
      }
    >
      {of.users.length > 0 && (
        <ul
          className={css.users}
          aria-label={`${isArchive ? 'Sources archived to' : 'Pipelines that use'} ${of.name}`}
        >
          {of.users.map(({ kind, id, name }) => (
            <li key={id}>
              <Link
                href={kind === 'source' ? paths.source(id) : paths.pipeline(id)}
                className={quietLink}
                onClick={onClose}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
