import { type ComponentType, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { holdTyping, holdTypingBriefly, takeTyping } from '../../commands/keys/type-ahead.ts';
import { isTextField } from '../../commands/live-scopes.ts';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';

const press = (key: string) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );

const hold = () => holdTyping('form', () => press('Escape'));

function Loading() {
  useLayoutEffect(() => {
    hold();
    return () => holdTypingBriefly('form');
  }, []);
  return null;
}

export function FormAwaited() {
  useLayoutEffect(() => {
    hold();
    holdTypingBriefly('form');
  }, []);
  return null;
}

/**
 * As if typed now: the field gets input events, and undo works. Without a focused field it goes to the
 * screen.
 */
function giveTyping(): void {
  const { text } = takeTyping('form');
  if (text && isTextField(document.activeElement)) document.execCommand('insertText', false, text);
  else for (const key of text) press(key);
}

/** A type list takes the focus only after layout. */
const FOCUS_MS = 500;

function GiveTyping() {
  useEffect(() => {
    const { activeElement } = document;
    if (isTextField(activeElement) || activeElement?.closest('form')) return giveTyping();
    hold();
    const timer = setTimeout(giveTyping, FOCUS_MS);
    document.addEventListener('focusin', giveTyping, { once: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', giveTyping);
      takeTyping('form');
    };
  }, []);
  return null;
}

/** Wraps a lazy form. What is typed while it loads goes into its first field. */
export const FormRoom = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Loading />}>
    {children}
    <GiveTyping />
  </Suspense>
);

export function createLateForm<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const { Component } = createLazyCode(load);
  return (props: P) => (
    <FormRoom>
      <Component {...props} />
    </FormRoom>
  );
}
