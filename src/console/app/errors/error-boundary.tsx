import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  fallback: (error: unknown, reset: () => void) => ReactNode;
  resetKey?: string;
};
type State = { error: unknown; hasError: boolean };

/** Catches what a screen throws while it renders; another `resetKey` tries again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, hasError: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasError: true };
  }

  override componentDidUpdate(former: Props): void {
    if (this.state.hasError && former.resetKey !== this.props.resetKey) this.reset();
  }

  reset = (): void => this.setState({ error: undefined, hasError: false });

  override render(): ReactNode {
    return this.state.hasError ? this.props.fallback(this.state.error, this.reset) : this.props.children;
  }
}
