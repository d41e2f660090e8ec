import { TooltipAnchor, Tooltip as TooltipPopup, TooltipProvider } from '@ariakit/react';
import type { ReactElement, ReactNode } from 'react';
import { StatusShape } from '../icons/status-shape.tsx';
import { KeySequence } from '../keys/key-chip.tsx';
import * as css from './button.css.ts';

type TooltipProps = {
  text: ReactNode;
  keys?: string | undefined;
  /** A reason why something is disabled is shown in the warning colour. */
  isReason?: boolean;
  children: ReactElement;
};

/** Shown on hover and focus; never the only place of what it says. */
export function Tooltip({ text, keys, isReason = false, children }: TooltipProps) {
  return (
    <TooltipProvider timeout={400} placement="bottom">
      <TooltipAnchor render={children} />
      <TooltipPopup portal={false} fixed gutter={6} className={css.tooltip}>
        {isReason && <StatusShape shape="triangle" tone="warn" size={12} />}
        <span className={isReason ? css.reason : undefined}>{text}</span>
        {keys && <KeySequence binding={keys} decorative />}
      </TooltipPopup>
    </TooltipProvider>
  );
}
