import { describe, expect, it, onTestFinished } from 'vitest';
import { type LiveOptions, type LiveStatus, openLive } from './live-connection.ts';

const state = {
  ...{ type: 'state', width: 1280, height: 800, url: 'http://a.example/', title: 'A' },
  ...{ control: 'nobody', can_control: true, pending: false },
};
const granted = { type: 'granted', idle_seconds: 300 };

/** The end of the service of a WebSocket. */
class FakeSocket extends EventTarget {
  binaryType = 'blob';
  readyState = 0;
  readonly received: unknown[] = [];

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.tell(state);
  }

  tell(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  show(frame: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: new TextEncoder().encode(frame).buffer }));
  }

  send(text: string): void {
    this.received.push(JSON.parse(text));
  }

  close(code = 1005, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }
}

describe('the connection of a live view', () => {
  const open = (options: Partial<LiveOptions> = {}, first: 'waiting' | null = null) => {
    const sockets: FakeSocket[] = [];
    const statuses: LiveStatus[] = [];
    const frames: string[] = [];
    const waits: number[] = [];
    const service = { phase: first as 'waiting' | 'refused' | null, isReachable: true };
    const live = openLive({
      address: async () =>
        service.phase === null
          ? { ok: true, url: 'ws://a.example/live', protocols: ['runwright.live'] }
          : { ok: false, phase: service.phase, reason: 'no browser yet' },
      onStatus: (status) => statuses.push(status),
      onFrame: (jpeg) => frames.push(new TextDecoder().decode(jpeg)),
      connect: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        queueMicrotask(() => (service.isReachable ? socket.open() : socket.close(1006)));
        return socket as unknown as WebSocket;
      },
      wait: async (ms) => {
        waits.push(ms);
        await new Promise((resolve) => setImmediate(resolve));
      },
      ...options,
    });
    onTestFinished(() => live.close());
    const last = () => statuses.at(-1);
    return { live, service, sockets, statuses, frames, waits, last, phase: () => last()?.phase };
  };

  it('tells state and frames, and sends what a person does', async () => {
    const { live, sockets, frames, last, phase } = open();
    await expect.poll(phase).toBe('open');
    expect(last()?.state).toEqual(state);
    sockets[0]?.show('first');
    sockets[0]?.show('second');
    expect(frames).toEqual(['first', 'second']);
    expect(live.send({ type: 'take-over' })).toBe(true);
    expect(sockets[0]?.received).toEqual([{ type: 'take-over' }]);
    sockets[0]?.tell(granted);
    expect(last()?.idleSeconds).toBe(300);
    sockets[0]?.tell({ type: 'hidden-typed', characters: 8 });
    expect(last()?.hiddenTyped).toBe(8);
    sockets[0]?.tell({ type: 'later' });
    sockets[0]?.tell({ type: 'handed-back', reason: 'idle', message: 'Idle for 5 minutes.' });
    expect(last()).toMatchObject({
      ...{ idleSeconds: null, hiddenTyped: null, notice: { reason: 'idle' } },
    });
  });

  it('opens again when the connection is lost, and takes control again when it was had', async () => {
    const { live, sockets, statuses, phase } = open();
    await expect.poll(phase).toBe('open');
    live.send({ type: 'take-over' });
    sockets[0]?.tell(granted);
    sockets[0]?.close(1006);
    await expect.poll(() => sockets[1]?.received).toEqual([{ type: 'take-over' }]);
    expect(statuses.map((status) => status.phase)).toContain('lost');
    sockets[1]?.tell(granted);
    live.send({ type: 'hand-back' });
    sockets[1]?.close(1006);
    await expect.poll(() => sockets.length).toBe(3);
    await expect.poll(phase).toBe('open');
    expect(sockets[2]?.received).toEqual([]);
  });

  it('does not take control again that the service took away', async () => {
    const { sockets, phase } = open();
    await expect.poll(phase).toBe('open');
    sockets[0]?.tell(granted);
    sockets[0]?.tell({ type: 'handed-back', reason: 'idle', message: 'Idle for 5 minutes.' });
    sockets[0]?.close(1006);
    await expect.poll(() => sockets.length).toBe(2);
    await expect.poll(phase).toBe('open');
    expect(sockets[1]?.received).toEqual([]);
  });

  it('waits longer after each failure, and not longer than 10 s', async () => {
    const { waits } = open({ address: async () => ({ ok: false, phase: 'lost', reason: 'no answer' }) });
    await expect.poll(() => waits.length).toBeGreaterThan(8);
    expect(waits.slice(0, 8)).toEqual([200, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('waits for a browser that is not open yet without opening a WebSocket, and says why', async () => {
    const { service, sockets, last, phase, waits } = open({}, 'waiting');
    await expect.poll(phase).toBe('waiting');
    await expect.poll(() => waits.length).toBeGreaterThan(3);
    expect([last()?.reason, sockets.length, waits[0]]).toEqual(['no browser yet', 0, 2000]);
    service.phase = null;
    await expect.poll(phase).toBe('open');
  });

  it('says that a WebSocket does not open although the service has a browser to show', async () => {
    const { service, sockets, statuses, phase } = open();
    await expect.poll(phase).toBe('open');
    service.isReachable = false;
    sockets[0]?.close(1006);
    const reasons = () => statuses.map(({ reason }) => reason ?? '');
    await expect.poll(reasons).toContainEqual(expect.stringContaining('has to pass WebSockets on'));
  });

  it('stops when the browser is closed or the service refuses, and tries again on demand', async () => {
    const { live, service, sockets, last, phase } = open();
    await expect.poll(phase).toBe('open');
    sockets[0]?.close(1000, 'the run has ended');
    await expect.poll(phase).toBe('ended');
    expect(last()?.reason).toBe('the run has ended');
    expect(live.send({ type: 'take-over' })).toBe(false);
    service.phase = 'refused';
    live.retry();
    await expect.poll(phase).toBe('refused');
    expect(sockets).toHaveLength(1);
  });

  it('is silent after it is closed', async () => {
    const { live, statuses, phase, sockets } = open();
    await expect.poll(phase).toBe('open');
    const told = statuses.length;
    live.close();
    sockets[0]?.tell(granted);
    expect([statuses.length, sockets[0]?.readyState]).toEqual([told, 3]);
  });
});
