import { type ComponentType, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { isTextField } from '../../commands/live-scopes.ts';
import { holdKeys, holdKeysBriefly, pressKey, takeHeldText } from '../../lib/held-keys.ts';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';

const hold = () => holdKeys('form', () => pressKey('Escape'));

function Loading() {
  useLayoutEffect(() => {
    hold();
    return () => holdKeysBriefly('form');
  }, []);
  return null;
}

export function FormAwaited() {
  useLayoutEffect(() => {
    hold();
    holdKeysBriefly('form');
  }, []);
  return null;
}

/**
 * At once: React would restore a field between two insertions of one event. Without a focused field it goes
 * to the screen.
 */
function giveText(): void {
  const { text } = takeHeldText('form');
  if (text && isTextField(document.activeElement)) document.execCommand('insertText', false, text);
  else for (const key of text) pressKey(key);
}

/** A type list takes the focus only after layout. */
const FOCUS_MS = 500;

function GiveText() {
  useEffect(() => {
    const { activeElement } = document;
    if (isTextField(activeElement) || activeElement?.closest('form')) return giveText();
    hold();
    const timer = setTimeout(giveText, FOCUS_MS);
    document.addEventListener('focusin', giveText, { once: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', giveText);
      takeHeldText('form');
    };
  }, []);
  return null;
}

/** Wraps a lazy form. What is typed while it loads goes into its first field. */
export const FormRoom = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Loading />}>
    {children}
    <GiveText />
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
