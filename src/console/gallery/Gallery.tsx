import { link } from '../../../styles/text.css.ts';
import type { GalleryPage } from '../components/widgets/gallery.ts';
import * as css from './gallery.css.ts';
import { PAGES, toSlug } from './pages.ts';

type GalleryProps = { page: GalleryPage | undefined; stateName: string | null; theme: string | null };

const addressOf = (title: string, theme: string | null, state?: string): string =>
  `?${new URLSearchParams({ page: toSlug(title), ...(state ? { state } : {}), ...(theme ? { theme } : {}) })}`;

export function Gallery({ page, stateName, theme }: GalleryProps) {
  const states = page?.states.filter(({ name }) => stateName === null || name === stateName) ?? [];
  const [only] = states;
  if (only?.isAlone && stateName !== null) return only.render();
  return (
    <div className={css.frame}>
      <nav aria-label="Widgets" className={css.nav}>
        {PAGES.map(({ title }) => (
          <a
            key={title}
            href={addressOf(title, theme)}
            className={link}
            aria-current={title === page?.title ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <main className={css.main}>
        <h1 className={css.title}>{page?.title ?? 'No widget has a gallery page'}</h1>
        {states.map((state) => (
          <section key={state.name} aria-labelledby={`state-${toSlug(state.name)}`} className={css.state}>
            <h2 id={`state-${toSlug(state.name)}`} className={css.heading}>
              {state.name}
            </h2>
            <div className={css.stage} style={state.heightPx ? { blockSize: state.heightPx } : undefined}>
              {state.isAlone && page ? (
                <a href={addressOf(page.title, theme, state.name)} className={link} data-alone={state.name}>
                  Show {state.name} by itself
                </a>
              ) : (
                state.render()
              )}
            </div>
          </section>
        ))}
      </main>
    </div>
  );
}
