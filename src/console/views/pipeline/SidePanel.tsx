import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../../components/widgets/actions/button.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { buildTabPanelProps } from '../../components/widgets/tabs/tab-panel.ts';
import type { IconName } from '../../lib/icons/icon-names.ts';
import * as css from './pipeline.css.ts';

type SidePanelProps = {
  ref: RefObject<HTMLElement | null>;
  title: string;
  sub?: ReactNode;
  icon: IconName;
  onClose: () => void;
  children: ReactNode;
  /** Remains visible below the scrolling body. */
  dock?: ReactNode;
  footer?: ReactNode;
  tabs?: { bar: ReactNode; selected: string } | undefined;
  /** The body fills the panel and scrolls by itself. */
  isFlush?: boolean;
};

const FIELDS = 'input:not([readonly],:disabled),textarea:not([readonly],:disabled),select,[role=combobox]';

/** Focuses the first field, or the scroll container if there is none. */
export function enterPanel(panel: HTMLElement | null): void {
  const body = panel?.querySelector<HTMLElement>('[data-panel-body]');
  const field = body?.querySelector<HTMLElement>(FIELDS);
  (field ?? body?.querySelector<HTMLElement>('button') ?? body)?.focus();
}

/** Never covers the graph. Escape closes it and does not propagate. */
export function SidePanel(props: SidePanelProps) {
  const { title, sub, icon, onClose, children, dock, footer, tabs, isFlush = false } = props;
  const body = isFlush ? css.panelFlush : css.panelBody;
  return (
    <aside
      ref={props.ref}
      className={css.panel}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={css.panelHead}>
        <Icon name={icon} />
        <div style={{ minWidth: 0 }}>
          <h2 className={css.panelTitle}>{title}</h2>
          {sub && <p className={css.panelSub}>{sub}</p>}
        </div>
        <span className={css.right}>
          <IconButton
            icon="close"
            label="Close"
            keys="Escape"
            size="small"
            variant="ghost"
            onClick={onClose}
          />
        </span>
      </header>
      {tabs?.bar}
      <div
        className={body}
        data-panel-body=""
        {...(tabs ? buildTabPanelProps(tabs.selected) : { role: 'region', 'aria-label': `About ${title}` })}
        // Scroll containers must be reachable by keyboard.
        tabIndex={isFlush ? undefined : 0}
      >
        {children}
      </div>
      {dock}
      {footer && <footer className={css.panelFoot}>{footer}</footer>}
    </aside>
  );
}
