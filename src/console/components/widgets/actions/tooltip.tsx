import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { StatusShape } from '../icons/status-shape.tsx';
import { KeySequence } from '../keys/key-chip.tsx';
import * as css from './button.css.ts';

type AnchorProps = {
  onPointerEnter?: (event: React.PointerEvent) => void;
  onPointerLeave?: (event: React.PointerEvent) => void;
  onFocus?: (event: React.FocusEvent) => void;
  onBlur?: (event: React.FocusEvent) => void;
};

type TooltipProps = {
  text: ReactNode;
  keys?: string | undefined;
  isReason?: boolean;
  children: ReactElement<AnchorProps>;
};

const SHOW_AFTER_MS = 400;
/** Long enough to move the pointer from anchor to tooltip. */
const HIDE_AFTER_MS = 120;
const GUTTER = 6;

/** Below the anchor, or above if space is short. */
function placePopup(popup: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const below = at.bottom + GUTTER;
  const top = below + height > innerHeight ? at.top - GUTTER - height : below;
  const left = Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - GUTTER);
  popup.style.top = `${Math.max(GUTTER, top)}px`;
  popup.style.left = `${Math.max(GUTTER, left)}px`;
}

/** In the top layer, so that no dialog covers or clips it. */
function Popup({ anchor, children, ...hover }: { anchor: Element; children: ReactNode } & AnchorProps) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = popup.current;
    if (!element) return;
    element.showPopover?.();
    placePopup(element, anchor);
  }, [anchor]);
  return (
    <div ref={popup} role="tooltip" popover="manual" className={css.tooltip} {...hover}>
      {children}
    </div>
  );
}

/** Shown on hover and focus. Stays while hovered; Escape closes it (WCAG 1.4.13). */
export function Tooltip({ text, keys, isReason = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: Element | undefined, milliseconds: number) => {
    clearTimeout(timer.current);
    if (next && text === undefined) return;
    timer.current = setTimeout(() => setAnchor(next), milliseconds);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!anchor) return;
    const hide = () => setAnchor(undefined);
    const pressed = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    window.addEventListener('keydown', pressed, true);
    window.addEventListener('scroll', hide, true);
    return () => {
      window.removeEventListener('keydown', pressed, true);
      window.removeEventListener('scroll', hide, true);
    };
  }, [anchor]);
  const own = children.props;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event);
          if (event.pointerType !== 'touch') later(event.currentTarget, SHOW_AFTER_MS);
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          later(undefined, HIDE_AFTER_MS);
        },
        onFocus: (event) => {
          own.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) later(event.currentTarget, 0);
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          later(undefined, 0);
        },
      })}
      {anchor && text !== undefined && (
        <Popup
          anchor={anchor}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => later(undefined, HIDE_AFTER_MS)}
        >
          {isReason && <StatusShape shape="triangle" tone="warn" size={12} />}
          <span className={isReason ? css.reason : undefined}>{text}</span>
          {keys && <KeySequence binding={keys} decorative />}
        </Popup>
      )}
    </>
  );
}
