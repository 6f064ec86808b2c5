import { type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react';

const LONG_PRESS_MS = 1500;
/** A finger that moves farther than this, px, is scrolling. */
const SCROLL_DISTANCE = 10;

/** Calls `callback` after the duration of a long press; the returned function cancels it. */
export function startLongPress(callback: () => void): () => void {
  const timer = setTimeout(callback, LONG_PRESS_MS);
  return () => clearTimeout(timer);
}

interface Press<Target> {
  readonly target: Target;
  readonly x: number;
  readonly y: number;
}

/**
 * Detects long presses. `pressedTarget` is the target under the finger, for the ring that fills.
 * `mustIgnoreClick` returns whether the next click ends a long press or a scroll and must be ignored.
 */
export function usePress<Target>(
  findTarget: (event: PointerEvent) => Target | null,
  onLongPress: (target: Target) => void,
) {
  const [press, setPress] = useState<Press<Target> | null>(null);
  const ignoresClick = useRef(false);
  const latestCallback = useRef(onLongPress);
  useEffect(() => {
    latestCallback.current = onLongPress;
  });
  useEffect(() => {
    if (press === null) return;
    return startLongPress(() => {
      ignoresClick.current = true;
      setPress(null);
      latestCallback.current(press.target);
    });
  }, [press]);
  const release = () => setPress(null);
  return {
    pressedTarget: press?.target ?? null,
    mustIgnoreClick: () => {
      const mustIgnore = ignoresClick.current;
      ignoresClick.current = false;
      return mustIgnore;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        ignoresClick.current = false;
        const target = event.isPrimary && event.button === 0 ? findTarget(event) : null;
        setPress(target === null ? null : { target, x: event.clientX, y: event.clientY });
      },
      onPointerMove: (event: PointerEvent) => {
        if (press === null) return;
        if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= SCROLL_DISTANCE) return;
        ignoresClick.current = true;
        release();
      },
      onPointerUp: release,
      onPointerCancel: release,
      onPointerLeave: release,
      // Some browsers send a click when the finger lifts, which would hit the opened menu.
      onTouchEnd: (event: TouchEvent) => {
        if (ignoresClick.current && event.cancelable) event.preventDefault();
      },
    },
  };
}
