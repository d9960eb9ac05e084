import type { LiveCommand } from '@runwright/client';
import { useEffect, useRef, useState } from 'react';
import { type LiveSource, liveAddress } from '../../api/live.ts';
import { useClient } from '../../api/session.ts';
import { createFramePainter } from '../../lib/live/frame-painter.ts';
import { type LiveConnection, type LiveStatus, openLive } from '../../lib/live/live-connection.ts';

/** A live view while it is shown. */
export interface Live {
  readonly status: LiveStatus;
  /** Time of the last painted frame in epoch ms; null before the first one. */
  readonly paintedAt: number | null;
  /** Time of the last input in epoch ms; null before the first one. */
  readonly inputAt: number | null;
  readonly send: (message: LiveCommand) => void;
  readonly retry: () => void;
  /** Takes the canvas on which frames are painted. */
  readonly canvas: (element: HTMLCanvasElement | null) => void;
}

/** Time in ms before a browser that was closed is asked for again, because the run or session goes on. */
const againMs = 1000;
const begin: LiveStatus = {
  ...{ phase: 'connecting', reason: null, state: null },
  ...{ idleSeconds: null, hiddenTyped: null, notice: null },
};

/**
 * Opens the live view of a run or a browser session as long as the component is shown.
 *
 * @param isOver whether the run or session has ended; null while that is not known
 */
export function useLive({ kind, id }: LiveSource, isOver: boolean | null): Live {
  const client = useClient();
  const [status, setStatus] = useState(begin);
  const [paintedAt, setPaintedAt] = useState<number | null>(null);
  const [inputAt, setInputAt] = useState<number | null>(null);
  const [element, setElement] = useState<HTMLCanvasElement | null>(null);
  const connection = useRef<LiveConnection>(null);

  useEffect(() => {
    if (element === null) return;
    const painter = createFramePainter(element, () => setPaintedAt(Date.now()));
    const live = openLive({
      address: (signal) => liveAddress({ kind, id }, { client, signal }),
      onStatus: setStatus,
      onFrame: painter.paint,
    });
    connection.current = live;
    return () => {
      live.close();
      painter.close();
      connection.current = null;
    };
  }, [kind, id, client, element]);

  const { phase } = status;
  useEffect(() => {
    if (isOver === true && phase !== 'open') connection.current?.close();
    if (isOver !== false || phase !== 'ended') return;
    // A run may open another browser for its next block.
    const timer = setTimeout(() => connection.current?.retry(), againMs);
    return () => clearTimeout(timer);
  }, [isOver, phase]);

  const [{ send, retry }] = useState(() => ({
    send(message: LiveCommand): void {
      if (connection.current?.send(message)) setInputAt(Date.now());
    },
    retry: () => connection.current?.retry(),
  }));
  return { status, paintedAt, inputAt, send, retry, canvas: setElement };
}
