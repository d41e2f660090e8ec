import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../../widgets/actions/button.tsx';
import { Icon } from '../../widgets/icons/icon.tsx';
import type { IconName } from '../../widgets/icons/icon-table.ts';
import { tabPanelProps } from '../../widgets/tabs/tabs.tsx';
import * as css from './pipeline.css.ts';

type SidePanelProps = {
  ref: RefObject<HTMLElement | null>;
  title: string;
  sub?: ReactNode;
  icon: IconName;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** Tabs over the body, and which one is selected. */
  tabs?: { bar: ReactNode; selected: string } | undefined;
  /** The body takes the whole panel and scrolls by itself. */
  isFlush?: boolean;
};

const FIELDS = 'input:not([readonly],:disabled),textarea:not([readonly],:disabled),select,[role=combobox]';

/** The focus goes into the panel: to its first field, or where nothing can be filled in, to what scrolls. */
export function enterPanel(panel: HTMLElement | null): void {
  const body = panel?.querySelector<HTMLElement>('[data-panel-body]');
  const field = body?.querySelector<HTMLElement>(FIELDS);
  (field ?? body?.querySelector<HTMLElement>('button') ?? body)?.focus();
}

/** The panel beside the graph: it takes room and never covers. Escape closes it, and the key goes no further. */
export function SidePanel(props: SidePanelProps) {
  const { title, sub, icon, onClose, children, footer, tabs, isFlush = false } = props;
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
        {...(tabs ? tabPanelProps(tabs.selected) : { role: 'region', 'aria-label': `About ${title}` })}
        // What scrolls must be reachable by keyboard.
        tabIndex={isFlush ? undefined : 0}
      >
        {children}
      </div>
      {footer && <footer className={css.panelFoot}>{footer}</footer>}
    </aside>
  );
}
