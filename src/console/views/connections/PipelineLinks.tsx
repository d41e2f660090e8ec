import { useState } from 'react';
import { Link } from 'wouter';
import { quietLink } from '../../../../styles/text.css.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import type { MenuAnchor } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import * as css from './connections.css.ts';

const menu = createLazyCode(() => import('../../components/widgets/actions/anchored-menu.tsx'));

type Named = { id: string; name: string };

/** A count that opens the list of pipelines. The table presses it by Enter on its cell. */
function PipelineList({ pipelines, first }: { pipelines: readonly Named[]; first: Named }) {
  const [opened, setOpened] = useState<{ anchor: MenuAnchor; grid: HTMLElement | null }>();
  const close = () => setOpened(undefined);
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className={css.users}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        onPointerEnter={menu.preload}
        onClick={({ currentTarget }) => {
          const { x, y, width, height } = currentTarget.getBoundingClientRect();
          const grid = currentTarget.closest<HTMLElement>('[role="grid"], [role="treegrid"]');
          setOpened({ anchor: { x, y, width, height }, grid });
        }}
      >
        {first.name} and {pipelines.length - 1} more
      </button>
      <PopupBoundary isOpen={opened !== undefined} onFailed={close}>
        {opened && (
          <menu.Component
            label="Pipelines that use it"
            anchor={opened.anchor}
            returnFocus={opened.grid}
            onClose={close}
            entries={pipelines.map(({ id, name }) => ({
              id,
              label: name,
              onSelect: () => goTo(paths.pipeline(id)),
            }))}
          />
        )}
      </PopupBoundary>
    </>
  );
}

export function PipelineLinks({ pipelines }: { pipelines: readonly Named[] }) {
  const [first, ...more] = pipelines;
  if (!first) return <Missing />;
  if (more.length > 0) return <PipelineList pipelines={pipelines} first={first} />;
  return (
    <Link href={paths.pipeline(first.id)} className={quietLink} tabIndex={-1}>
      {first.name}
    </Link>
  );
}
