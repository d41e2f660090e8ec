import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Template } from '../../../../contract/entities/template.ts';
import { changeChips, countChanges } from '../../../../graph/change-counts.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { toVersionChanges } from '../../../components/version-changes/changes.ts';
import { chipOf } from '../../../components/version-changes/version-changes.css.ts';
import { IconButton } from '../../../components/widgets/actions/button.tsx';
import { ChangeList } from '../../../components/widgets/change-list/change-list.tsx';
import { ErrorPanel } from '../../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import { CloseHistory } from './CloseHistory.tsx';
import type { Compared } from './compare-address.ts';
import type { ComparedState } from './use-compared.ts';
import * as css from './versions.css.ts';

type ComparePanelProps = {
  title: string;
  compared: Compared;
  state: ComparedState;
  templates: readonly Template[];
  onOpen: (key: string) => void;
  onBack: () => void;
  children?: ReactNode;
};

export function ComparePanel(props: ComparePanelProps) {
  const { title, compared, state, templates, onOpen, onBack, children } = props;
  const { union, failure, retry } = state;
  const body = useRef<HTMLElement>(null);
  const changes = useMemo(
    () => (union ? toVersionChanges(union.diff, union.draft.nodes, templates) : []),
    [union, templates],
  );
  const isThere = union !== undefined;
  useEffect(() => {
    if (isThere) (body.current?.querySelector('button') ?? body.current)?.focus();
  }, [isThere]);
  return (
    <>
      <header className={css.head}>
        <IconButton
          icon="arrowLeft"
          label="Back to the history"
          keys="Escape"
          size="small"
          variant="ghost"
          onClick={onBack}
        />
        <h2 className={css.title}>{title}</h2>
        <span className={css.right}>
          <CommandButton id="versions.swap" size="small" variant="ghost" label="Swap" />
          {compared.from !== 'draft' && (
            <CommandButton
              id="versions.restore"
              args={{ version: String(compared.from) }}
              size="small"
              label={`Restore v${compared.from}`}
              hideKeys
            />
          )}
          <CloseHistory />
        </span>
      </header>
      <section ref={body} className={css.body} aria-label={`Changes, ${title}`} tabIndex={-1}>
        {failure !== undefined && (
          <ErrorPanel title="The versions could not be read" cause={failure} onRetry={retry} />
        )}
        {failure === undefined && !union && <Skeleton width="100%" height={96} label="both versions" />}
        {union && changes.length === 0 && <p className={css.quiet}>Both versions are the same.</p>}
        {union && changes.length > 0 && (
          <section className={css.section} aria-label="Changes">
            <p className={css.summary}>
              {changeChips(countChanges(union.diff)).map(({ kind, text }) => (
                <span key={text} className={chipOf[kind]}>
                  {text}
                </span>
              ))}
            </p>
            <ChangeList label="Changes" changes={changes} onOpen={onOpen} />
          </section>
        )}
        {union && children}
      </section>
    </>
  );
}
