import type { Route } from '../route.ts';
import AlertMark from './alert-mark.tsx';
import ErrorMark from './error-mark.tsx';

/** Marks of all sidebar entries in one file, so that the first load names only one. */
export default function RouteMark({ of }: { of: NonNullable<Route['mark']> }) {
  return of === 'alerts' ? <AlertMark /> : <ErrorMark />;
}
