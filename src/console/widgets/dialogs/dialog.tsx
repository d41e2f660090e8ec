import { Dialog as AriakitDialog, DialogDescription, DialogHeading } from '@ariakit/react';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { tone as toneClass } from '../../../../styles/text.css.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-table.ts';
import { StatusShape, type Tone } from '../icons/status-shape.tsx';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as css from './dialog.css.ts';

export type DialogTone = Extract<Tone, 'accent' | 'info' | 'warn' | 'err'>;

export type DialogProps = {
  open: boolean;
  /** Called on Escape and on a press outside; the owner decides. */
  onClose: () => void;
  title: string;
  icon?: IconName | undefined;
  tone?: DialogTone;
  /** One sentence: what happens. It describes the dialog to screen readers. */
  message?: ReactNode;
  /** Fields and the like. */
  children?: ReactNode;
  footer?: ReactNode;
  /** What gets the focus; the first focusable thing when left out. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Wider than a question needs; `screen` for a drawing. */
  wide?: boolean | 'screen';
  /** What Ctrl+Enter does, wherever in the dialog the focus is; its button shows the keys. */
  onSubmit?: () => void;
};

/** A modal window: title with icon, one sentence, footer. Focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    icon,
    tone = 'accent',
    message,
    children,
    footer,
    initialFocus,
    wide,
    onSubmit,
  } = props;
  const submit = (event: KeyboardEvent) => {
    if (!onSubmit || event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    // Or the button that has the focus would be pressed as well.
    event.preventDefault();
    onSubmit();
  };
  const [isLong, setLong] = useState(false);
  const isDrawn = useRef(false);
  const watchBody = useCallback((body: HTMLElement | null) => {
    if (!body) return;
    isDrawn.current = true;
    const sizes = new ResizeObserver(() => setLong(body.scrollHeight > body.clientHeight + 1));
    sizes.observe(body);
    return () => {
      isDrawn.current = false;
      sizes.disconnect();
    };
  }, []);
  return (
    <AriakitDialog
      open={open}
      onClose={onClose}
      onKeyDown={submit}
      unmountOnHide
      hideOnEscape={swallowEscape}
      // What takes the focus by itself, before the window is drawn, does not close it.
      hideOnInteractOutside={({ type }) => type !== 'focusin' || isDrawn.current}
      initialFocus={initialFocus as RefObject<HTMLElement> | undefined}
      backdrop={<div className={css.backdrop} />}
      className={wide ? `${css.dialog} ${wide === 'screen' ? css.screen : css.wide}` : css.dialog}
    >
      <div className={css.head}>
        {icon && <Icon name={icon} className={toneClass[tone]} />}
        {!icon && tone === 'warn' && <StatusShape shape="triangle" tone="warn" size={16} />}
        {!icon && tone === 'err' && <StatusShape shape="octagon" tone="err" size={16} />}
        {!icon && tone === 'info' && <StatusShape shape="info" tone="info" size={16} />}
        <DialogHeading className={css.heading}>{title}</DialogHeading>
      </div>
      <div
        ref={watchBody}
        className={css.body}
        // What scrolls is reached by keyboard.
        {...(isLong ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
      >
        {message !== undefined && <DialogDescription render={<div />}>{message}</DialogDescription>}
        {children}
      </div>
      {footer && <div className={css.foot}>{footer}</div>}
    </AriakitDialog>
  );
}
