import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { IconButton } from './button.tsx';
import { errorText } from './states.tsx';

/** Shows short messages. */
export interface Toasts {
  /** Says that something was done. */
  done(text: string): void;
  /** Says that something failed. It stays until it is closed. */
  failed(error: unknown): void;
}

interface Message {
  readonly id: number;
  readonly tone: 'ok' | 'bad';
  readonly text: string;
}

const shownMs = 6000;
const Context = createContext<Toasts>({ done: () => undefined, failed: () => undefined });
let lastId = 0;

/** Returns what shows messages. */
export function useToasts(): Toasts {
  return useContext(Context);
}

/** Shows the messages of the pages below it, and tells them to screen readers. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const close = useCallback((id: number) => setMessages((all) => all.filter((one) => one.id !== id)), []);
  const [toasts] = useState<Toasts>(() => {
    const add = (tone: Message['tone'], text: string): number => {
      const id = ++lastId;
      setMessages((all) => [...all.slice(-4), { id, tone, text }]);
      return id;
    };
    return {
      done(text) {
        const id = add('ok', text);
        setTimeout(() => close(id), shownMs);
      },
      failed: (error) => void add('bad', errorText(error)),
    };
  });
  return (
    <Context value={toasts}>
      {children}
      <section className="toasts" aria-label="Messages" aria-live="polite">
        {messages.map(({ id, tone, text }) => (
          <div key={id} className="toast" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
            <span>{text}</span>
            <IconButton
              small
              label="Close message"
              icon={<X size={16} aria-hidden />}
              onClick={() => close(id)}
            />
          </div>
        ))}
      </section>
    </Context>
  );
}
