import { describeRequested } from '../../contract/requested-change.ts';
import type { Repositories } from '../store/index.ts';
import { kindOf } from './connection-text.ts';
import { type ReadChangeset, readAuthors, readChange } from './entities.ts';
import { type Person, toMessage } from './raise.ts';
import { toHeader } from './repository.ts';

type Signature = { name: string; email: string };

const toTrailer = (key: string, { name, email }: Signature): string =>
  `${key}: ${toHeader(name || email)} <${toHeader(email || 'unknown')}>\n`;

async function readMakers(tx: Repositories, { row }: ReadChangeset): Promise<Signature[]> {
  const raised = { name: row.created_by, email: row.created_by };
  const makers: Signature[] = [];
  for (const id of readAuthors(row)) {
    const user = await tx.users.find(id);
    if (user) makers.push({ name: user.name, email: user.email });
  }
  const isRaiser = ({ email }: Signature) => email === row.created_by;
  return [makers.find(isRaiser) ?? raised, ...makers.filter((one) => !isRaiser(one))];
}

/**
 * Squashed: one commit by the request's author with the comment. Otherwise a merge commit by whoever merges.
 */
export async function describeMergeCommit(
  tx: Repositories,
  changeset: ReadChangeset,
  { squash, by }: { squash: boolean; by: Person },
): Promise<{ message: string; author: Signature }> {
  const { row, pipelines } = changeset;
  const what = describeRequested(
    pipelines.map((of) => ({ name: of.name, change: readChange(of), kind: kindOf(of) })),
  );
  if (!squash) return { message: toMessage('', `Merge: ${what}`, row.id), author: by };
  const [author = by, ...others] = await readMakers(tx, changeset);
  const isApproved = row.approved_by !== '' && row.approved_commit === row.head_commit;
  const trailers = [
    ...others.map((one) => toTrailer('Co-authored-by', one)),
    ...(isApproved ? [toTrailer('Reviewed-by', { name: '', email: row.approved_by })] : []),
    toTrailer('Merged-by', by),
  ];
  return { message: `${toMessage(row.description, what, row.id)}${trailers.join('')}`, author };
}
