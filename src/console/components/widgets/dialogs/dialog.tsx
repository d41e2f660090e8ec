import { Dialog as AriakitDialog, DialogDescription, DialogHeading } from '@ariakit/react';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { tone as toneClass } from '../../../../../styles/text.css.ts';
import type { IconName } from '../../../lib/icons/icon-names.ts';
import { Icon } from '../icons/icon.tsx';
import { StatusShape, type Tone } from '../icons/status-shape.tsx';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as css from './dialog.css.ts';

export type DialogTone = Extract<Tone, 'accent' | 'info' | 'warn' | 'err'>;

export type DialogProps = {
  open: boolean;
  /** On Escape and a press outside. */
  onClose: () => void;
  title: string;
  icon?: IconName | undefined;
  tone?: DialogTone;
  /** The accessible description. */
  message?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Default: the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null>;
  wide?: boolean | 'screen';
  /** Runs on Ctrl+Enter anywhere in the dialog. */
  onSubmit?: () => void;
};

/** On close, the focus returns (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/). */
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
    // Otherwise the focused button would be pressed too.
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
      // A focus change before the dialog is drawn must not close it.
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
        // Scrollable content must be reachable by keyboard.
        {...(isLong ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
      >
        {message !== undefined && <DialogDescription render={<div />}>{message}</DialogDescription>}
        {children}
      </div>
      {footer && <div className={css.foot}>{footer}</div>}
    </AriakitDialog>
  );
}
