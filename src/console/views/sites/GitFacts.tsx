import { Fragment } from 'react';
import { mono } from '../../../../styles/text.css.ts';
import type { Site } from '../../../contract/entities/site.ts';
import { SITE_LABELS } from '../../../contract/entities/site-form.ts';
import { PROVIDERS } from './looks.ts';
import * as css from './sites.css.ts';

/** Lets a long address wrap after its parts. */
const renderBreakable = (address: string) =>
  address.split(/(?<=[/:@])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in their order
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));

/** Shows the repository; of the SSH key only whether there is one. */
export function GitFacts({ git }: { git: Site['git'] }) {
  const { provider = '', repo = '', branch = '', path = '', isKeySet = false } = git ?? {};
  const label = PROVIDERS.find(({ value }) => value === provider)?.label;
  const facts = [label, branch && `branch ${branch}`, path && `path ${path}`];
  return (
    <>
      <dt className={css.term}>{SITE_LABELS.managedByGit}</dt>
      <dd className={css.value}>
        {repo === '' ? 'No repository yet' : <span className={mono}>{renderBreakable(repo)}</span>}
        <br />
        {[...facts, isKeySet ? 'SSH key stored' : 'no SSH key'].filter(Boolean).join(', ')}
      </dd>
    </>
  );
}
