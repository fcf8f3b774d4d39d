// SPDX-License-Identifier: MIT
// door.c in C#.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Vrm;
using Vrm.Native;

static class Door
{
    static uint Hash(float[] numbers)
    {
        uint state = 2166136261;
        byte[] bytes = new byte[numbers.Length * 4];
        System.Buffer.BlockCopy(numbers, 0, bytes, 0, bytes.Length);
        foreach (byte b in bytes) state = (state ^ b) * 16777619;
        return state;
    }

    static string HashOf(Vrm.Avatar avatar)
    {
        return Hash(avatar.Worlds().Concat(avatar.ExpressionWeights()).ToArray()).ToString("x8") + " ";
    }

    static string PlayPackets(string avatarPath, string path)
    {
        using (Vrm.Model model = Vrm.Model.Load(avatarPath))
        using (Vrm.Rig rig = new Vrm.Rig(model))
        using (Vrm.FaceMap map = new Vrm.FaceMap(model, rig))
        using (Vrm.Sim sim = new Vrm.Sim())
        {
            Vrm.Avatar avatar = sim.Add(rig);
            List<string> names = new List<string>();
            List<Handle> senders = new List<Handle>();
            Regex form = new Regex("\"t\":([^,]*),\"from\":\"([^\"]*)\",\"data\":\"([^\"]*)\"");
            Queue<Match> packets = new Queue<Match>(File.ReadAllLines(path).Skip(1).Select(text => form.Match(text)));
            Func<double> next = () => packets.Count == 0 ? double.MaxValue : double.Parse(packets.Peek().Groups[1].Value, CultureInfo.InvariantCulture);
            using (Vrm.Actor actor = new Vrm.Actor(avatar, map))
            using (Vrm.Live live = new Vrm.Live(rig))
            {
                string line = "";
                for (int frame = 0, last = 0; frame <= last + 180; frame++)
                {
                    double time = frame / 60.0;
                    while (next() <= time)
                    {
                        double at = next();
                        Match packet = packets.Dequeue();
                        string name = packet.Groups[2].Value;
                        byte[] data = Convert.FromBase64String(packet.Groups[3].Value);
                        last = frame;
                        if (!names.Contains(name))
                        {
                            names.Add(name);
                            senders.Add(name == "vmc" ? (Handle)new Vrm.Vmc() : new Vrm.Tracker(name));
                            live.AddSource();
                        }
                        int source = names.IndexOf(name);
                        Vrm.Tracker tracker = senders[source] as Vrm.Tracker;
                        if (tracker == null)
                        {
                            ((Vrm.Vmc)senders[source]).Receive(data);
                            continue;
                        }
                        tracker.Receive(data);
                        tracker.Observe(live, source, at);
                    }
                    int vmc = names.IndexOf("vmc");
                    if (vmc >= 0) ((Vrm.Vmc)senders[vmc]).Observe(live, vmc, time);
                    live.Step(time);
                    live.Track(actor.Face);
                    actor.Step(1.0f / 60.0f);
                    live.Apply(avatar, true);
                    sim.Step(1.0f / 60.0f);
                    if (frame % 15 == 0) line += HashOf(avatar);
                }
                foreach (Handle sender in senders) sender.Dispose();
                return line;
            }
        }
    }

    static string Play(string avatarPath, string path, string pmx, string part)
    {
        if (path.EndsWith(".packets")) return PlayPackets(avatarPath, path);
        MotionOptions options = new MotionOptions { Model = pmx == "" ? null : File.ReadAllBytes(pmx) };
        using (Vrm.Model model = Vrm.Model.Load(avatarPath))
        using (Vrm.Rig rig = new Vrm.Rig(model))
        using (Vrm.Motion motion = Vrm.Motion.Load(path, options))
        using (Vrm.Clip clip = motion.Clip(rig))
        using (Vrm.Sim sim = new Vrm.Sim())
        {
            Vrm.Avatar avatar = sim.Add(rig);
            using (Vrm.Actor actor = new Vrm.Actor(avatar, null, Stance.REST))
            {
                LayerOptions layer = part == "" ? new LayerOptions() : LayerOptions.OfPart(part);
                layer.FadeInS = 0;
                actor.Play(clip, layer);
                string line = "";
                foreach (double time in new[] { 0, 0.25, 0.5, 1, 2, 4 })
                {
                    if (time > 0 && time >= clip.Duration) break;
                    actor.Seek(time);
                    sim.Step(0);
                    line += HashOf(avatar);
                }
                return line;
            }
        }
    }

    static int Main(string[] arguments)
    {
        foreach (string line in File.ReadAllLines(arguments[0]))
        {
            string[] row = line.Split('\t');
            try { Console.WriteLine(Play(row[0], row[1], row[2], row[3])); }
            catch (VrmException) { Console.WriteLine("refused"); }
        }
        return 0;
    }
}
