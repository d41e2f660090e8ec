import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from './lazy-code.ts';

type Props = {
  children: ReactNode;
  fallback: (error: unknown, reset: () => void) => ReactNode;
  onError?: (error: unknown) => void;
  resetKey?: string;
};
type State = { error: unknown; hasError: boolean };

/** A changed `resetKey` retries. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, hasError: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasError: true };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkLoadError) error.forget();
    this.props.onError?.(error);
  }

  override componentDidUpdate(former: Props, formerState: State): void {
    // An error with the new key belongs to the new content.
    if (formerState.hasError && former.resetKey !== this.props.resetKey) this.reset();
  }

  reset = (): void => this.setState({ error: undefined, hasError: false });

  override render(): ReactNode {
    return this.state.hasError ? this.props.fallback(this.state.error, this.reset) : this.props.children;
  }
}
