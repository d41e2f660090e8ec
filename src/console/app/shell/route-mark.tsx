import type { Route } from '../route.ts';
import AlertMark from './alert-mark.tsx';
import ErrorMark from './error-mark.tsx';

/** The mark at an entry of the sidebar; one file, so that the first load names no more. */
export default function RouteMark({ of }: { of: NonNullable<Route['mark']> }) {
  return of === 'alerts' ? <AlertMark /> : <ErrorMark />;
}
