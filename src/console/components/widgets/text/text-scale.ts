import { useEffect, useState } from 'react';

/** The root's size at the browser's default, see styles/global. */
const BASE_TEXT_PX = 15;

/** Size of the browser's text relative to its default: 2 for 200 %. */
export const readTextScale = (): number =>
  (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || BASE_TEXT_PX) / BASE_TEXT_PX;

/** Follows the browser's text size, which changes without any event: a box of 1 rem is watched for it. */
export function useTextScale(): number {
  const [scale, setScale] = useState(readTextScale);
  useEffect(() => {
    const box = document.body.appendChild(document.createElement('div'));
    box.style.cssText = 'position:absolute;visibility:hidden;width:1rem';
    const observer = new ResizeObserver(() => setScale(readTextScale()));
    observer.observe(box);
    return () => {
      observer.disconnect();
      box.remove();
    };
  }, []);
  return scale;
}
