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

/** In place of a form whose data may not come. */
export function FormAwaited() {
  useLayoutEffect(() => {
    hold();
    holdTypingBriefly('form');
  }, []);
  return null;
}

/** As if typed now: the field hears it, and it can be undone. Where no field has the focus it is for the screen. */
function giveTyping(): void {
  const { text } = takeTyping('form');
  if (text && isTextField(document.activeElement)) document.execCommand('insertText', false, text);
  else for (const key of text) press(key);
}

/** A choice of types takes the focus only once its list is laid out. */
const FOCUS_MS = 500;

/** Behind the form. */
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

/** Around a form whose code loads when it opens. What is typed meanwhile goes into its first field. */
export const FormRoom = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Loading />}>
    {children}
    <GiveTyping />
  </Suspense>
);

/** A form in a room of its own. */
export function createLateForm<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const { Component } = createLazyCode(load);
  return (props: P) => (
    <FormRoom>
      <Component {...props} />
    </FormRoom>
  );
}
